/** Answers that are written by keys. */
import type { Page } from "playwright-core"

/** Opens the first thread of the inbox, and writes an answer to it. */
export const write = async (page: Page, thread: number, text: string): Promise<void> => {
  await page.locator(`[data-row="${thread}"]`).waitFor()
  await page.keyboard.press("j")
  await page.getByRole("button", { name: /^Reply to/u }).waitFor()
  await page.keyboard.press("r")
  await page.keyboard.type(text)
  await page.getByRole("button", { name: "Attach files" }).waitFor()
}
