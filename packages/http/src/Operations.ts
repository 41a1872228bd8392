/** The operations that exist in process, and the parts that `@mailroom/node` needs to make methods of them. */
import { Effect } from "effect"
import { groups } from "./Handlers.ts"
import { methodNameOf, remoteResources, withoutMethod } from "./MethodNames.ts"
import type { Operation } from "./pipeline/Operation.ts"

export { versionsOf } from "./contract/EntityTag.ts"
export type { Operation } from "./pipeline/Operation.ts"

/** An operation, and the resource and name of its method. */
export interface Method extends Operation {
  readonly resource: string
  readonly name: string
}

const { system: _, ...local } = groups

/** The operations with a method in process. */
export const methods = Effect.map(
  Effect.all(Object.values(local).map(({ operations }) => operations)),
  (operations): ReadonlyArray<Method> =>
    operations
      .flat()
      .filter(({ id }) => !withoutMethod.has(id))
      .map((operation) => {
        const [resource, name] = methodNameOf(operation.id)
        return { ...operation, resource, name }
      })
      .filter(({ resource }) => !remoteResources.has(resource))
)
