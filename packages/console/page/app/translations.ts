/**
 * Says where the German texts are. `main.tsx` imports it before all modules with texts, which wait for them. The build
 * keeps it because `package.json` names it under `sideEffects`.
 */
import { german } from "../base/translations.ts"

german.load = async () => (await import("./german.ts")).german
