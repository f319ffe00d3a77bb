// Opens documents from the server in a new tab, and saves tables as files.

import type { FilePath, InitOf } from '@countinghouse/sdk';
import { client } from './client.js';
import { notifyProblem } from './toast.js';

/** How long a new tab has to load the document. */
const KEPT_MS = 600_000;

/** Opens a document in a new tab. */
export async function openFile<P extends FilePath>(
  path: P,
  ...init: InitOf<'get', P>
): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  await withFile(path, init, (url) => {
    if (tab !== null) tab.location.href = url;
  }).catch((error: unknown) => {
    tab?.close();
    notifyProblem(error);
  });
}

/** Saves a file under the name that the server gives it. For a list, returns the number of rows. */
export async function saveFile<P extends FilePath>(
  path: P,
  ...init: InitOf<'get', P>
): Promise<number | undefined> {
  return withFile(path, init, (url, name) => {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
  }).catch((error: unknown) => {
    notifyProblem(error);
    return undefined;
  });
}

async function withFile<P extends FilePath>(
  path: P,
  init: InitOf<'get', P>,
  use: (url: string, name: string) => void,
): Promise<number | undefined> {
  const { bytes, contentType, fileName, rowCount } = await client.file(path, ...init);
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }));
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  use(url, fileName ?? path.split('/').at(-1) ?? 'file');
  return rowCount;
}
