// The address and the window say the same: each new place becomes an entry of the history, small
// moves replace the present one.

let last = null;

/** The link behind `#`, as it stands in the address. */
export const linkInAddress = () => location.hash.slice(1);

/** What links are put behind. */
export const address = () => location.href.split("#")[0];

/** The window stands somewhere else. */
export function wrote(state) {
  if (state.playing || state.link === linkInAddress()) {
    last = state.playing ? last : state;
    return;
  }
  const url = state.link ? `${address()}#${state.link}` : address();
  const moved = last && (state.screen !== last.screen || state.file !== last.file || state.step !== last.step || state.hash !== last.hash);
  try {
    if (moved) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  } catch {
    // Browsers refuse many changes in a row, and very long addresses. The window does not mind.
  }
  last = state;
}

/** Calls back when the reader goes back or forward, or types another link. */
export function onFollow(follow) {
  addEventListener("popstate", () => {
    last = null;
    follow(linkInAddress());
  });
}
