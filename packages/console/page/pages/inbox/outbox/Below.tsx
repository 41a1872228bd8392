/** Notes below a message: its files that are not stored with it, where it was forwarded, and what came of that. */
import type { Message } from "@mailroom/client"
import { LeftOut } from "./LeftOut.tsx"
import { Links } from "./Links.tsx"

export const Below = ({ message: { is_our_email, left_out, links } }: { readonly message: Message }) => (
  <>
    {left_out !== undefined && <LeftOut list={left_out} isOurs={is_our_email} />}
    {links !== undefined && <Links list={links} />}
  </>
)
