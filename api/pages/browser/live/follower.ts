/** Keeps a reader at the end of the page there while the debate grows. Never scrolls other readers. */

const NEAR_PX = 120;

export function createFollower() {
  const root = document.documentElement;
  return {
    isAtEnd: () => root.scrollHeight - root.clientHeight - root.scrollTop < NEAR_PX && root.scrollTop > 0,
    toEnd: () => root.scrollTo({ top: root.scrollHeight, behavior: "instant" }),
  };
}
