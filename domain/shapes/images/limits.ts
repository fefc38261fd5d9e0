/** What all providers take of images. They have the lowest limits from Anthropic. */

/** On a side. */
export const MOST_PIXELS = 8_000;
/** Of one image. In base64 these are the 5 MiB that Anthropic takes. */
export const MOST_IMAGE_BYTES = 3_932_160;
/** Of a debate. All of them stand in each prompt. */
export const MOST_IMAGES = 8;
/** Of all images of a debate. In base64 these are 20 MB, as providers on clouds take. */
export const MOST_IMAGE_BYTES_IN_ALL = 15_000_000;
