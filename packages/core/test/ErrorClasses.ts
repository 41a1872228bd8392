type Class = new (fields: any) => Error

/** The error classes that a module exports, including those in its namespaces. */
export const classesOf = (module: object): ReadonlyArray<Class> =>
  Object.values(module).flatMap((value) => {
    if (typeof value === "function") return value.prototype instanceof Error ? [value] : []
    return Object.prototype.toString.call(value) === "[object Module]" ? classesOf(value) : []
  })
