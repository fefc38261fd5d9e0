/** Keeps a reader at the end of the page there while the debate grows. Never scrolls other readers. */

const NEAR_PX = 120;

/** `onMove`: the reader has left the end, or come back to it. */
export function createFollower(onMove: () => void) {
  const root = document.documentElement;
  const below = () => root.scrollHeight - root.clientHeight - root.scrollTop;
  const isAway = () => below() >= NEAR_PX;
  let wasAway = false;
  const look = () => {
    if (isAway() === wasAway) return;
    wasAway = !wasAway;
    onMove();
  };
  addEventListener("scroll", look, { passive: true });
  return {
    isAway,
    isAtEnd: () => !isAway() && root.scrollTop > 0,
    toEnd: () => root.scrollTo({ top: root.scrollHeight, behavior: "instant" }),
  };
}
