// What can a cell call in this scenario, and what does one of the tools say of itself?
for (const tool of ALL_TOOLS) text(tool.name);
text(ALL_TOOLS[0].description);
