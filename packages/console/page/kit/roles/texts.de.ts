/** The German names of the roles, and why a role cannot change something. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  names: {
    viewer: "Betrachter",
    responder: "Beantworter",
    member: "Mitglied",
    admin: "Administrator",
    owner: "Inhaber"
  },
  denied: (own, roles) => `Ihre Rolle ist ${own}. Das ändern: ${roles}`
}
