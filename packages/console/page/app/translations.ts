/**
 * Sets the source of the German texts. `main.tsx` imports this file before all modules with texts. The build keeps it
 * because `package.json` names it under `sideEffects`.
 */
import { german } from "../base/translations.ts"

german.load = async () => (await import("./german.ts")).german
