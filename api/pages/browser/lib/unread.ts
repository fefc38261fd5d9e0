export { unreadText } from "../../../../domain/shapes/files/unread.ts";
