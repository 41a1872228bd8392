/**
 * Replaces `ReplyText.ts` in bundles for browsers (`imports` in package.json): its parser needs Node, and clients never
 * call it.
 */
import type { replyText as original } from "./ReplyText.ts"

export const replyText: typeof original = (text) => Promise.resolve(text.trim())
