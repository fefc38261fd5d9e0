/** Keeps a reader at the end of the page there while the debate grows. Never scrolls other readers. */

const NEAR_PX = 120;

/** `onMove`: the reader has left the end, or come back to it. */
export function createFollower(onMove: () => void) {
  const root = document.documentElement;
  let wasAway = false;
  const isAway = () => {
    wasAway = root.scrollHeight - root.clientHeight - root.scrollTop >= NEAR_PX;
    return wasAway;
  };
  const look = () => {
    const before = wasAway;
    if (isAway() !== before) onMove();
  };
  addEventListener("scroll", look, { passive: true });
  return {
    isAway,
    isAtEnd: () => !isAway() && root.scrollTop > 0,
    toEnd: () => root.scrollTo({ top: root.scrollHeight, behavior: "instant" }),
  };
}
