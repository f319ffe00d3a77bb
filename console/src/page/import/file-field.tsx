// A field for the file to send. Its bytes are sent unchanged, because only the server detects the
// encoding.

import { type ReactNode, useId, useState } from 'react';
import type { MessageId } from '../../language/en/index.js';
import { useSpeech } from '../../lib/language.js';

export interface ChosenFile {
  readonly name: string;
  /** The media type that the browser derives from the file name. Empty if unknown. */
  readonly type: string;
  /** The file's bytes as base64. */
  readonly bytes: string;
}

interface FileLimits {
  readonly bytesMax: number;
  readonly tooLong: MessageId;
  /** The accepted media types. Absent if all are accepted. */
  readonly types?: readonly string[];
  readonly wrongType: MessageId;
}

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  /** The files that the server accepts. Defaults to files of rows. */
  readonly limits?: FileLimits;
  /** The server's error for this field. */
  readonly fieldError?: string | undefined;
  readonly onChoose: (file: ChosenFile | undefined) => void;
}

const UNREADABLE = 'import.file.unreadable';

const ROW_FILE: FileLimits = {
  // The maximum size that the server accepts. The request itself is larger, because it contains
  // base64.
  bytesMax: 5_900_000,
  tooLong: 'import.file.too-long',
  wrongType: UNREADABLE,
};

export function FileField(props: FileFieldProps): ReactNode {
  const { label, hint, accept, limits = ROW_FILE, fieldError, onChoose } = props;
  const { t } = useSpeech();
  const note = useId();
  const [fault, setFault] = useState<MessageId>();
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    const chosen = file && (await chosenOf(file, limits));
    // The user may have chosen another file in the meantime.
    if (input.files?.[0] !== file) return;
    const isChosen = typeof chosen === 'object';
    setFault(isChosen ? undefined : chosen);
    onChoose(isChosen ? chosen : undefined);
  };
  const said = fault === undefined ? fieldError : t(fault);
  return (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="file"
        accept={accept}
        aria-invalid={said !== undefined}
        aria-describedby={note}
        onChange={({ target }) => void choose(target)}
      />
      <span id={note} className={said === undefined ? 'hint' : 'fault'} role={said && 'alert'}>
        {said ?? hint}
      </span>
    </label>
  );
}

async function chosenOf(file: File, limits: FileLimits): Promise<ChosenFile | MessageId> {
  const { name, size, type } = file;
  if (limits.types?.includes(type) === false) return limits.wrongType;
  if (size > limits.bytesMax) return limits.tooLong;
  const bytes = await base64Of(file).catch(() => undefined);
  return bytes === undefined ? UNREADABLE : { name, type, bytes };
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
