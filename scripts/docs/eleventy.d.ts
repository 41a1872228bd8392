/** The parts of Eleventy that the documentation uses. Its package has no types. */
declare module "@11ty/eleventy" {
  interface Token {
    type: string
    tag: string
    content: string
    info: string
    map: readonly [number, number] | null
    children: Array<Token> | null
    attrGet(name: string): string | null
    attrSet(name: string, value: string): void
  }
  type Rule = (tokens: ReadonlyArray<Token>, index: number, options: object, env: object, self: Renderer) => string
  interface Renderer {
    readonly rules: Record<string, Rule | undefined>
    renderToken(tokens: ReadonlyArray<Token>, index: number, options: object): string
  }
  /** The parser `markdown-it`. */
  export interface Markdown {
    readonly utils: { readonly escapeHtml: (text: string) => string }
    readonly renderer: Renderer
    readonly core: {
      readonly ruler: {
        push(name: string, rule: (state: { readonly tokens: Array<Token>; readonly env: object }) => void): void
      }
    }
  }
  export interface Config {
    addTemplate(path: string, content: string, data: object): void
    amendLibrary(language: "md", amend: (markdown: Markdown) => void): void
    setIncludesDirectory(folder: string): void
    setTemplateFormats(formats: ReadonlyArray<string>): void
    setUseGitIgnore(use: boolean): void
  }
  export interface Rendered {
    readonly url: string
    readonly content: string
  }
  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { readonly quietMode: boolean; readonly configPath: null; readonly config: (config: Config) => void }
    )
    toJSON(): Promise<ReadonlyArray<Rendered>>
  }
}
