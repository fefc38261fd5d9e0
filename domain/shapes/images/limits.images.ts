/** What all providers take of images. They have the lowest limits from Anthropic. */

/** An image's width and height, in pixels, are at most this. */
export const MOST_PIXELS = 8_000;
/** The bytes of one image. In base64 these are the 5 MiB that Anthropic takes. */
export const MOST_IMAGE_BYTES = 3_932_160;
/** How many images a debate may have. Every prompt carries all of them. */
export const MOST_IMAGES = 8;
/** The bytes of all images of a debate together. In base64 these are 20 MB, as providers on clouds take. */
export const MOST_IMAGE_BYTES_IN_ALL = 15_000_000;
