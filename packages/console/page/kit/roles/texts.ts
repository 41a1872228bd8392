/** The names of the roles, and why a role cannot change something. */
import type { Role } from "@mailroom/client"
import { pick } from "../../base/pick.ts"

export const texts = pick("roles", {
  names: {
    viewer: "Viewer",
    responder: "Responder",
    member: "Member",
    admin: "Admin",
    owner: "Owner"
  } satisfies Record<Role, string>,
  denied: (own: string, roles: string) => `Your role is ${own}. This is changed by: ${roles}`
})
