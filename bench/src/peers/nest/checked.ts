/** Checks each item of a batch by itself, so that an invalid one does not affect the others. */
import { plainToInstance } from "class-transformer"
import { validateSync, type ValidationError } from "class-validator"
import type { Fault } from "../shared.ts"

/** A valid item, or why it is invalid. */
export type Checked<A> = { readonly value: A } | { readonly errors: ReadonlyArray<Fault> }

const faultsOf = (errors: ReadonlyArray<ValidationError>, parent = ""): ReadonlyArray<Fault> =>
  errors.flatMap(({ children = [], constraints = {}, property }) => {
    const pointer = `${parent}/${property}`
    return [...Object.values(constraints).map((message) => ({ pointer, message })), ...faultsOf(children, pointer)]
  })

export const checked = <A extends object>(type: new () => A, input: unknown): Checked<A> => {
  if (typeof input !== "object" || input === null) return { errors: [{ pointer: "", message: "must be an object" }] }
  const value = plainToInstance(type, input)
  const errors = validateSync(value, { whitelist: true, forbidNonWhitelisted: true })
  return errors.length === 0 ? { value } : { errors: faultsOf(errors) }
}
