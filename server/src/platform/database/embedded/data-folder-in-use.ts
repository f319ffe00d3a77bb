// The error thrown when a second server is started on a data folder that is already in use.

/** Another running program uses the data folder. Nothing in the folder was changed. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}
