/** Remembers the results of pure functions that are called again and again with the same few arguments. */

/** Makes a function that returns the value of a key, computed once. With `most` values, it forgets all of them. */
export const remembered = <A>(most: number): ((key: string, compute: () => A) => A) => {
  const values = new Map<string, { readonly value: A }>()
  return (key, compute) => {
    let known = values.get(key)
    if (known === undefined) {
      known = { value: compute() }
      if (values.size >= most) values.clear()
      values.set(key, known)
    }
    return known.value
  }
}
