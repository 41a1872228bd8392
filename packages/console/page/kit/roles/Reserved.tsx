/** Fields that not every role changes. Others see them, and which roles change them. */
import type { Role } from "@mailroom/client"
import type { ComponentChildren } from "preact"
import { language } from "../../base/format.ts"
import { useSession } from "../../base/session.ts"
import { roles, useIs } from "../rights.ts"
import "../fields.css"
import { texts } from "./texts.ts"

const list = new Intl.ListFormat(language)

/** The role of the session, if it is lower than `role`. */
const useLowerRole = (role: Role): Role | undefined => {
  const own = useSession()?.role
  return useIs(role) ? undefined : own
}

/** Says which role the session has, and which roles may change what follows. Nothing, if the session has one of them. */
export const Denied = ({ role }: { readonly role: Role }) => {
  const own = useLowerRole(role)
  if (own === undefined) return null
  const names = roles.slice(roles.indexOf(role)).map((name) => texts.names[name])
  return <p class="meta">{texts.denied(texts.names[own], list.format(names))}</p>
}

interface Props {
  /** The lowest role that changes the fields. */
  readonly role: Role
  readonly children: ComponentChildren
}

export const Reserved = ({ children, role }: Props) => (
  <fieldset class="reserved" disabled={useLowerRole(role) !== undefined}>
    <Denied role={role} />
    {children}
  </fieldset>
)
