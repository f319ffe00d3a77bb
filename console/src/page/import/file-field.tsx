// A file to import. Its bytes are sent unchanged, because only the server detects encodings.

import { type ReactNode, useId, useState } from 'react';
import { useSpeech } from '../../lib/language.js';

export interface ChosenFile {
  readonly name: string;
  /** The bytes as base64. */
  readonly bytes: string;
}

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly onChoose: (file: ChosenFile | undefined) => void;
}

/** The server takes at most this many bytes, which are longer as base64. */
const FILE_BYTES_MAX = 5_900_000;

type Fault = 'import.file.too-long' | 'import.file.unreadable';

export function FileField({ label, hint, accept, onChoose }: FileFieldProps): ReactNode {
  const { t } = useSpeech();
  const note = useId();
  const [fault, setFault] = useState<Fault>();
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    const chosen = file && (await chosenOf(file));
    // The user may have chosen another file in the meantime.
    if (input.files?.[0] !== file) return;
    const isChosen = typeof chosen === 'object';
    setFault(isChosen ? undefined : chosen);
    onChoose(isChosen ? chosen : undefined);
  };
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="file"
        accept={accept}
        aria-invalid={fault !== undefined}
        aria-describedby={note}
        onChange={({ target }) => void choose(target)}
      />
      <span id={note} className={fault === undefined ? 'hint' : 'fault'} role={fault && 'alert'}>
        {fault === undefined ? hint : t(fault)}
      </span>
    </label>
  );
}

async function chosenOf(file: File): Promise<ChosenFile | Fault> {
  if (file.size > FILE_BYTES_MAX) return 'import.file.too-long';
  const bytes = await base64Of(file).catch(() => undefined);
  return bytes === undefined ? 'import.file.unreadable' : { name: file.name, bytes };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
