/** The HTML of the reference of the API. The page's code is in `../../docs`. */
import { script, style } from "./DocsAssets.ts"

export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%233b4fd8'/%3E%3Cpath d='M3 5l5 4 5-4v6H3z' fill='white'/%3E%3C/svg%3E"

/** It contains styles and script, so that one request loads the whole page. `head` is added to the end of its head. */
export const docsPage = (head: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailroom API</title>
<link rel="icon" href="${icon}">
<style>${style}</style>${head}
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">The OpenAPI document</a> does not.</noscript>
<script>${script}</script>
</body>
</html>
`
