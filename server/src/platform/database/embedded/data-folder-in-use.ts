// The refusal to start a second server on a data folder that another program uses.

/** Another live program holds the data folder; nothing in it was changed. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}
