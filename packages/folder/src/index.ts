/** Keeps attachments in a folder: `FolderBlobs.layer`, beside the storage that keeps the rest. */
export * as FolderBlobs from "./FolderBlobs.ts"
