export { unreadText } from "../../../../domain/shapes/files/unread.files.ts";
