// The page's own words. The window brings its own.
const WORDS = {
  en: {
    loading: "Loading {done} of {all}",
    starting: "Starting",
    skip: "Read this step as text",
    unskip: "Back to the picture",
    none: "nothing",
    typing: "Keyboard of the picture",
    wasm: "This browser cannot run the window",
    "wasm-words": "WebAssembly is missing or switched off. Here is the scenario as text.",
    webgl: "This browser cannot draw the window",
    "webgl-words": "WebGL is missing or switched off. Here is the scenario as text.",
    lost: "The picture was lost",
    "lost-words": "The graphics driver took the drawing surface away. Nothing of your work is gone.",
    panic: "The window has ended",
    "panic-words": "A fault of freezeframe. Your place is still in the address.",
    load: "A file could not be loaded",
    "load-words": "Without it there is no window. Here is the scenario as text.",
    again: "Show it again",
    gallery: "Start at the gallery",
    transcripts: "Every scenario as text",
    unchanged: "The link's own changes are not part of this text.",
  },
  ko: {
    loading: "{all} 가운데 {done} 받는 중",
    starting: "시작하는 중",
    skip: "이 단계를 글로 읽기",
    unskip: "그림으로 돌아가기",
    none: "없음",
    typing: "그림의 자판",
    wasm: "이 브라우저에서는 창을 실행할 수 없어요",
    "wasm-words": "WebAssembly가 없거나 꺼져 있어요. 시나리오를 글로 보여 줄게요.",
    webgl: "이 브라우저에서는 창을 그릴 수 없어요",
    "webgl-words": "WebGL이 없거나 꺼져 있어요. 시나리오를 글로 보여 줄게요.",
    lost: "그림을 잃어버렸어요",
    "lost-words": "그래픽 드라이버가 그릴 자리를 가져갔어요. 작업은 그대로 있어요.",
    panic: "창이 끝났어요",
    "panic-words": "freezeframe의 잘못이에요. 지금 자리는 주소에 남아 있어요.",
    load: "파일을 받지 못했어요",
    "load-words": "이 파일 없이는 창을 열 수 없어요. 시나리오를 글로 보여 줄게요.",
    again: "다시 보기",
    gallery: "갤러리에서 시작하기",
    transcripts: "글로 된 시나리오 모두",
    unchanged: "링크에 담긴 변경은 이 글에 없어요.",
  },
};

let lang = "en";

/** Takes the language of the window, of the link, or of the reader. */
export function setLang(wanted) {
  lang = String(wanted ?? "").startsWith("ko") ? "ko" : "en";
  document.documentElement.lang = lang;
}

/** A message, with its holes filled. */
export function words(key, holes = {}) {
  const text = WORDS[lang][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => holes[name] ?? "");
}
