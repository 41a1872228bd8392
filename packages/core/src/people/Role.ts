/** The roles of people, each of which may do everything that the roles before it may. */
import { Schema } from "effect"

export const Role = Schema.Literals(["viewer", "responder", "member", "admin", "owner"]).annotate({
  identifier: "Role",
  example: "member",
  description:
    "`viewer`: reads. `responder`: also works with conversations. `member`: also works with leads and campaigns. `admin`: also changes accounts, " +
    "integrations, settings and people, and reads the log. `owner`: also manages API keys and owners."
})
export type Role = typeof Role.Type

/** Whether `role` is at least `needed`. */
export const allows = (role: Role, needed: Role): boolean =>
  Role.literals.indexOf(role) >= Role.literals.indexOf(needed)

const list = new Intl.ListFormat("en")

/** Says why a role may not do something: which role it is, and which roles may. `action`: the words after "may". */
export const refusalOf = (role: Role, needed: Role, action = "do this"): string => {
  const roles = Role.literals.slice(Role.literals.indexOf(needed)).map((role) => `\`${role}\``)
  return `Your role is \`${role}\`, and only ${list.format(roles)} may ${action}: ask somebody with such a role`
}
