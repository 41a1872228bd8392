/** Fields that only administrators change. Others see them, and why they cannot change them. */
import type { ComponentChildren } from "preact"
import { useSession } from "../base/session.ts"
import { useIs } from "./rights.ts"

interface Props {
  /** Why the fields cannot be changed. */
  readonly text: string
  readonly children: ComponentChildren
}

export const AdminsOnly = ({ children, text }: Props) => {
  const isAdmin = useIs("admin")
  const isDenied = useSession() !== undefined && !isAdmin
  return (
    <fieldset class="admins-only" disabled={isDenied}>
      {isDenied && <p class="meta">{text}</p>}
      {children}
    </fieldset>
  )
}
