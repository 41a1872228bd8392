/**
 * Resources that the OpenAPI document describes whole: a `POST` of the example to a path creates one, and it can be read
 * below this path. Tests of all resources take them from here.
 */
import { openApi } from "@mailroom/http"

const paths = Object.entries<any>(JSON.parse(JSON.stringify(openApi()["paths"])))

const exampleOf = (operation: any): object | undefined => operation.requestBody?.content["application/json"]?.example

export interface Resource {
  /** The group of its operations, such as `tags`. */
  readonly group: string
  /** The path of its list, such as `/tags`. It has no ids. */
  readonly path: string
  /** The example of its creation. */
  readonly example: object
  /** The methods of `/tags/{id}`, each with the example of its body. */
  readonly operations: ReadonlyArray<readonly [method: string, example?: object]>
}

export const resources: ReadonlyArray<Resource> = paths.flatMap(([path, { post }]) => {
  const [, one] = paths.find(([other]) => other.replace(/\{\w+\}$/u, "") === `${path}/`) ?? []
  const example = exampleOf(post ?? {})
  if (path.includes("{") || example === undefined || one?.get === undefined || !("201" in post.responses)) return []
  const operations = Object.entries(one).map(([name, operation]): Resource["operations"][number] => {
    const body = exampleOf(operation)
    return body === undefined ? [name.toUpperCase()] : [name.toUpperCase(), body]
  })
  return [{ group: post.operationId.split(".")[0], path, example, operations }]
})

/** Fields whose values are unique in an organization, with a value that contains `mark`. */
const uniqueFields = (mark: string): Readonly<Record<string, string>> => ({
  name: `Name ${mark}`,
  email: `sender-${mark.replaceAll(" ", "-")}@example.com`,
  reference: `reference-${mark}`
})

/** The example of a resource's creation. Bodies with different marks do not conflict. */
export const newBody = ({ example }: Pick<Resource, "example">, mark: number | string) => {
  const fields = uniqueFields(String(mark))
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, fields[name] ?? value]))
}
