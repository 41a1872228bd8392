/** The methods that a path takes, for `Allow` (RFC 9110, 10.2.1); empty when the API has no such path. */
export type MethodsOf = (path: string) => ReadonlyArray<string>

/** The path as the documentation writes it, such as `/leads/{id}`; `undefined` when the API has no such path. */
export type RouteOf = (method: string, path: string) => string | undefined
