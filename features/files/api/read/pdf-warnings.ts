/** What PDF.js says by its warnings alone. */

export interface Warnings {
  /** A font that cannot be read, or a part of the page: its text is left out. Said once of each font. */
  text: boolean;
  /** An image, none of which is decoded. */
  image: boolean;
}

const TEXT = /loadFont - \w+ failed|getTextContent - ignoring/;
const IMAGE = /Image exceeded maximum allowed size/;

/** A process reads one file at a time, so nothing else prints meanwhile. */
export async function withWarnings<T>(work: (warnings: Warnings) => Promise<T>): Promise<T> {
  const { warn } = console;
  const warnings = { text: false, image: false };
  // oxlint-disable-next-line no-console -- PDF.js prints them there
  console.warn = (said: unknown) => {
    warnings.text ||= TEXT.test(String(said));
    warnings.image ||= IMAGE.test(String(said));
  };
  try {
    return await work(warnings);
  } finally {
    // oxlint-disable-next-line no-console -- as it was
    console.warn = warn;
  }
}
