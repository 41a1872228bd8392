/** The oldest Node on which this release runs: `engines` of the package. npm only warns about an older one. */
const minimum = { major: 22, minor: 19 }

/**
 * Returns the fault of the process's Node version, if there is one. Bun and Deno have different versions and are
 * accepted.
 */
export const unsupportedNode = ({ bun, deno, node }: NodeJS.ProcessVersions): string | undefined => {
  if (bun !== undefined || deno !== undefined) return undefined
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major > minimum.major || (major === minimum.major && minor >= minimum.minor)) return undefined
  return `Node ${minimum.major}.${minimum.minor} or later is needed, and this is ${node}`
}
