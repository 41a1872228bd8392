/** The rights of the session: its role, and what it may change. */
import type { Role } from "@mailroom/client"
import { useCanWrite, useSession } from "../base/session.ts"

/** The roles, each of which may do everything that the roles before it may. */
export const roles: ReadonlyArray<Role> = ["viewer", "responder", "member", "admin", "owner"]

/** Whether the role of the session is at least this one. An API key with full access acts as an owner. */
export const useIs = (role: Role): boolean => {
  const own = useSession()?.role
  return own !== undefined && roles.indexOf(own) >= roles.indexOf(role)
}

/** Whether controls that need this role are shown. Default: those for what everybody shares, such as accounts and settings. */
export const useCanManage = (role: Role = "admin"): boolean => {
  const isEnough = useIs(role)
  return useCanWrite() && isEnough
}
