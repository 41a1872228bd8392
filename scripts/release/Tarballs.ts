/** The packed packages, checked as their users will see them. */
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"

/**
 * The kinds of resolution that count: all packages are ES modules, which CommonJS loads by `require` in the Node that they need,
 * and which TypeScript's `node10` cannot find.
 */
const counted = new Set(["bundler", "node16-esm"])

/** The faults of a packed package: its entry points, and the types of each. */
export const faultsOf = async (tarball: Uint8Array): Promise<ReadonlyArray<string>> => {
  const pack = createPackageFromTarballData(tarball)
  const { messages } = await publint({ pack: { tarball: Uint8Array.from(tarball).buffer } })
  const lint = messages
    .filter(({ type }) => type === "error")
    .map(({ code, path }) => `publint: ${code} at ${path.join(".")}`)
  // A package without types, such as a command, has nothing to check.
  const analysis = await checkPackage(pack)
  const types =
    analysis.types === false
      ? []
      : analysis.problems.filter((problem) => !("resolutionKind" in problem) || counted.has(problem.resolutionKind))
  return [
    ...lint,
    ...types.map((problem) => {
      const place = "entrypoint" in problem ? ` at ${problem.entrypoint}` : ""
      return `types: ${problem.kind}${place}`
    })
  ]
}
