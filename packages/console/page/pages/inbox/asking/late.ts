/** The lists that keys of the inbox open, and the question before an answer. They are loaded after the first conversation. */
export { AskedSend } from "./AskedSend.tsx"
export { BlockPicker } from "./Block.tsx"
export { SendTimePicker, SnoozePicker } from "./Snooze.tsx"
