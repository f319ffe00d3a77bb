// The error thrown for a second server on a data folder that another program uses.

/** Another running program uses the data folder. Nothing in the folder was changed. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}
