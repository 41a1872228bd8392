import { toast } from "../base/undo.ts"
import { detailOf } from "./States.tsx"

/** Signs out, as the settings and the palette ask for. The code of it is loaded late. */
export const signOut = (): void =>
  void import("./leaving.ts").then(({ leave }) => leave()).catch((error) => toast(detailOf(error), { kind: "bad" }))
