/** Stores attachments in a folder: `FolderBlobs.layer`, on top of the storage for all other data. */
export * as FolderBlobs from "./FolderBlobs.ts"
