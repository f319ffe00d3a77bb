// Shows the customer's picture next to the name, and lets the user replace it. Only users who may
// see personal data see the picture. Without a picture, the initials are shown.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { client } from '../../lib/client.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { idOf } from '../../lib/record.js';
import { write } from '../../lib/write.js';
import { type ChosenFile, FileField } from '../import/file-field.js';
import type { CustomerProps } from './record.js';

const PATH = 'partner/customer/picture/id/{id}';
const TYPES = ['image/jpeg', 'image/png'] as const;
/** The types and the maximum size that the server accepts. */
const LIMITS = {
  bytesMax: 2_000_000,
  tooLong: 'picture.too-large',
  types: TYPES,
  wrongType: 'picture.wrong-type',
} as const;
const SMALL_PX = 40;
const LARGE_PX = 240;

export function CustomerPicture({ customer }: CustomerProps): ReactNode {
  const { t } = useSpeech();
  const maySee = useMay('party.personal-data.see');
  const mayReplace = useMay('party.customer.update') && maySee;
  const [isOpen, setOpen] = useState(false);
  const { url, error } = usePicture(customer);
  if (!maySee) return null;
  const shown = <Shown customer={customer} url={url} sizePx={SMALL_PX} />;
  // Without a picture and without the permission to replace it, there is nothing to open.
  if (!mayReplace && url === undefined && !error) return <span className="avatar">{shown}</span>;
  return (
    <>
      <button type="button" className="avatar" onClick={() => setOpen(true)}>
        {shown}
        <span className="sr">{t(mayReplace ? 'picture.view-or-replace' : 'picture.view')}</span>
      </button>
      {isOpen && (
        <Dialog title={t('picture.of', { name: customer.label })} onClose={() => setOpen(false)}>
          <Problem error={error} />
          <Replacement
            customer={customer}
            url={url}
            mayReplace={mayReplace}
            onClose={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

/** Fetches the picture. Its object URL is valid while the page shows the customer. */
function usePicture(customer: CustomerProps['customer']): {
  readonly url: string | undefined;
  readonly error: unknown;
} {
  const id = idOf(customer);
  const maySee = useMay('party.personal-data.see');
  const isStored = customer.pictureMimeType !== undefined;
  const { data, error } = useQuery({
    queryKey: [PATH, id, customer.pictureFileName, customer.pictureFileSize],
    queryFn: ({ signal }) => client.file(PATH, { path: { id }, signal }),
    enabled: maySee && isStored,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (data === undefined) return undefined;
    const { bytes, contentType } = data;
    const made = URL.createObjectURL(new Blob([bytes], { type: contentType }));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [data]);
  return { url: isStored ? url : undefined, error };
}

interface ShownProps extends CustomerProps {
  readonly url: string | undefined;
  readonly sizePx: number;
}

/** The size is fixed, so that nothing moves when the picture has loaded. */
function Shown({ customer, url, sizePx }: ShownProps): ReactNode {
  const { t } = useSpeech();
  const [broken, setBroken] = useState<string>();
  const { label } = customer;
  if (url === undefined || url === broken) {
    return (
      <span className="initials" style={{ width: sizePx, height: sizePx }} aria-hidden>
        {initialsOf(label)}
      </span>
    );
  }
  return (
    <img
      src={url}
      alt={t('picture.of', { name: label })}
      width={sizePx}
      height={sizePx}
      onError={() => setBroken(url)}
    />
  );
}

/** Returns the initials of the first and last names. */
function initialsOf(label: string): string {
  const words = label.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}

const replacing = (id: number, file: ChosenFile | undefined) =>
  write('put', 'partner/customer/update', {
    body: { id, ...(file && { picture: file.bytes, pictureFileName: file.name }) },
  });

interface ReplacementProps extends CustomerProps {
  readonly url: string | undefined;
  readonly mayReplace: boolean;
  readonly onClose: () => void;
}

function Replacement({ customer, url, mayReplace, onClose }: ReplacementProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [file, setFile] = useState<ChosenFile>();
  const id = idOf(customer);
  const preview = file && `data:${file.type};base64,${file.bytes}`;
  const shown = <Shown customer={customer} url={preview ?? url} sizePx={LARGE_PX} />;
  if (!mayReplace) return <div className="portrait">{shown}</div>;
  const submit = async () => {
    if (file === undefined) return;
    const done = { say: t('picture.replaced'), touches: ['partner/customer'] };
    if ((await act.run(replacing(id, file), done)) !== undefined) onClose();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onEdit={act.clear}
    >
      <div className="portrait">{shown}</div>
      <FileField
        label={t('picture.file')}
        hint={t('picture.file.hint')}
        accept={TYPES.join(',')}
        limits={LIMITS}
        fieldError={fieldErrorOf(act.error, 'picture')}
        onChoose={setFile}
      />
      <Problem error={act.error} shown={['picture']} />
      <div className="actions end">
        {file !== undefined && <CurlButton write={() => replacing(id, file)} />}
        <Button
          tone="primary"
          type="submit"
          isPending={act.isPending}
          isDisabled={file === undefined}
        >
          {t('picture.replace')}
        </Button>
      </div>
    </Form>
  );
}
