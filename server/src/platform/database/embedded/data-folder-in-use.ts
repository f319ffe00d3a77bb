// The refusal to start a second server on a data folder that another program is using.

/** Another live program holds the data folder; nothing in it was touched. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}
