// Two calls at once, one message back: what would have been three round trips.
const found = await tools.mcp__notes__find({ word: "plan" });
text(found.content[0].text);
yield_control();
const notes = await Promise.all(
  found.structuredContent.ids.map((id) => tools.mcp__notes__read({ id })),
);
for (const note of notes) text(note.content[0].text);
store("read", notes.length);
