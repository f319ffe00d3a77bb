// Mappings saved per source, such as a bank. The user can choose, save or remove one.

import type { InitOf, ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { useSetting } from '../../lib/setting.js';
import { write } from '../../lib/write.js';
import { lastingReading } from './reading.js';
import type { FileColumn, RowFileForm } from './row-file.js';

const LIST = 'system/row-file/mapping/list';
const TOUCHED = ['system/row-file/mapping'];
const SHOWN_MAX = 500;
/** The number of recently used mappings remembered for each kind of import. */
const REMEMBERED_MAX = 50;

type Saved = ItemOf<typeof LIST>;
export type ImportKind = InitOf<'get', typeof LIST>[0]['query']['kind'];

interface SavedMappingsProps {
  readonly kind: ImportKind;
  readonly of: RowFileForm<unknown>;
}

export function SavedMappings({ kind, of }: SavedMappingsProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const mayChange = useMay('system.own-account.change');
  const { data } = useRead(LIST, { query: { kind, s: SHOWN_MAX } });
  const [isSaving, setSaving] = useState(false);
  const [chosen, setChosen] = useState<{ readonly file: string; readonly id: number }>();
  const [used, remember] = useUsed(kind);
  const { file, columns, decide } = of;
  if (file === undefined || of.isMessage) return null;
  const all = data?.result ?? [];
  const current = all.find(({ id }) => chosen?.file === file.bytes && chosen.id === id);
  const fitting = fittingOf(all, columns, used);
  const use = (saved: Saved | undefined) => {
    setChosen(saved && { file: file.bytes, id: saved.id });
    decide({ mapping: saved?.mapping ?? [], reading: saved?.reading ?? {} });
    if (saved !== undefined) remember(saved.id);
  };
  const remove = (saved: Saved) =>
    act.run(write('delete', 'system/row-file/mapping/remove/id/{id}', { path: { id: saved.id } }), {
      ...{ say: t('import.mapping.removed', { label: saved.label }), touches: TOUCHED },
      asToast: true,
    });
  const isOffered = fitting !== undefined && current === undefined && file.mapping.length === 0;
  return (
    <div className="actions saved-mapping">
      {all.length > 0 && (
        <SelectField
          label={t('import.mapping')}
          value={current?.id ?? ''}
          onChange={({ target }) => use(all.find(({ id }) => String(id) === target.value))}
        >
          <option value="">{t('import.mapping.none')}</option>
          {all.map(({ id, label, own, owner }) => (
            <option key={id} value={id}>
              {own ? label : `${label} (${owner})`}
            </option>
          ))}
        </SelectField>
      )}
      {isOffered && (
        <Button small onPress={() => use(fitting)}>
          {t('import.mapping.use', { label: fitting.label })}
        </Button>
      )}
      {mayChange && columns.length > 0 && of.isReady && (
        <Button small onPress={() => setSaving(true)}>
          {t('import.mapping.save')}
        </Button>
      )}
      {mayChange && current?.own === true && (
        <Button small isPending={act.isPending} onPress={() => void remove(current)}>
          {t('import.mapping.remove', { label: current.label })}
        </Button>
      )}
      {isSaving && (
        <MappingForm
          kind={kind}
          of={of}
          first={current?.own === true ? current.label : ''}
          onSaved={(id) => {
            setChosen({ file: file.bytes, id });
            remember(id);
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

/** Returns the most recently used mapping for a file with these headers. */
function fittingOf(
  all: readonly Saved[],
  columns: readonly FileColumn[],
  used: readonly number[],
): Saved | undefined {
  if (columns.length === 0) return undefined;
  const headers = new Set(columns.map(({ header }) => header));
  const rank = ({ id }: Saved) => (used.includes(id) ? used.indexOf(id) : used.length);
  return all
    .filter(({ mapping }) => mapping.length > 0)
    .filter(({ mapping }) => mapping.every(({ header }) => headers.has(header)))
    .toSorted((one, other) => rank(one) - rank(other))[0];
}

/** The ids of the mappings that this user chose for one kind of import, most recent first. */
function useUsed(kind: ImportKind): readonly [readonly number[], (id: number) => void] {
  const [text = '', set] = useSetting(`import.${kind.toLowerCase()}.mappings`);
  const ids = text.split(',').map(Number).filter(Boolean);
  const remember = (id: number) =>
    set([id, ...ids.filter((each) => each !== id)].slice(0, REMEMBERED_MAX).join(','));
  return [ids, remember];
}

interface MappingFormProps extends SavedMappingsProps {
  readonly first: string;
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

function MappingForm({ kind, of, first, onSaved, onClose }: MappingFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm({ defaultValues: { label: first } });
  // An undecided column is not saved as excluded, because later files may contain consents in it.
  const decided = of.columns.filter(({ isDecided }) => isDecided);
  const mapping = decided.map(({ header, member }) =>
    member === undefined ? { header } : { header, member },
  );
  const reading = lastingReading(of.file?.reading ?? {}, of.reading);
  const saving = ({ label }: { readonly label: string }) =>
    write('put', 'system/row-file/mapping/save', { body: { kind, label, mapping, reading } });
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('import.mapping.saved', { label: values.label }), touches: TOUCHED };
    const saved = await act.run(saving(values), done);
    if (saved === undefined) return;
    onSaved(saved.result.id);
    onClose();
  });
  return (
    <Dialog title={t('import.mapping.save')} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t('import.mapping.name')}
          autoFocus
          required
          fieldError={fieldErrorOf(act.error, 'label')}
          hint={t('import.mapping.name.hint')}
          {...form.register('label')}
        />
        <Problem error={act.error} shown={['label']} />
        <div className="actions end">
          <CurlButton write={() => saving(form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
