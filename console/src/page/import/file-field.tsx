// A file to import, read as text in the browser.

import type { ReactNode } from 'react';

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly onChoose: (file: ChosenFile | undefined) => void;
}

export function FileField({ label, hint, accept, onChoose }: FileFieldProps): ReactNode {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="file"
        accept={accept}
        onChange={({ target }) => void chosenOf(target.files).then(onChoose)}
      />
      <span className="hint">{hint}</span>
    </label>
  );
}

async function chosenOf(files: FileList | null): Promise<ChosenFile | undefined> {
  const file = files?.[0];
  return file === undefined ? undefined : { name: file.name, text: await file.text() };
}
