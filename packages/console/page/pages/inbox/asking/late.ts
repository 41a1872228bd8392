/** The lists that keys of the inbox open. They are loaded after the first conversation. */
export { BlockPicker } from "./Block.tsx"
export { SendTimePicker, SnoozePicker } from "./Snooze.tsx"
