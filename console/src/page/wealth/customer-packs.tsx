// Lists a customer's tax packs, issues one year's pack, and saves packs as PDF or workbook.

import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Empty, Panel } from '../../component/page.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { openFile, saveFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { notify } from '../../lib/toast.js';
import { write } from '../../lib/write.js';
import type { CustomerProps } from '../party/record.js';

const SHOWN_MAX = 20;

export function CustomerPacks({
  customer,
  year,
}: CustomerProps & { readonly year: number }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayRead = useMay('wealth.tax-pack.read');
  const { data } = useRead('wealth/tax-pack/list', {
    query: { c: customer.id, s: SHOWN_MAX },
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const packs = data?.result ?? [];
  return (
    <Panel
      title={t('pack.of-customer')}
      actions={<IssuePack customer={customer} year={year} />}
      flush
    >
      {packs.length === 0 ? (
        <Empty title={t('pack.none')}>
          <p>{t('pack.none.hint')}</p>
        </Empty>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.number')}</th>
              <th>{t('tax.year')}</th>
              <th>{t('order.status')}</th>
              <th className="end">{t('statement.version')}</th>
              <th>{t('statement.replaced-by')}</th>
              <th>{t('audit.at')}</th>
              <th>
                <span className="sr">{t('action.more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {packs.map((pack) => (
              <tr key={pack.id}>
                <th scope="row">{pack.name}</th>
                <td>{`${format.day(pack.from)} – ${format.day(pack.until)}`}</td>
                <td>
                  <Badge state={pack.state} />
                  {pack.inForce && pack.outdatedDttm !== undefined && <Badge state="OUTDATED" />}
                </td>
                <td className="end">{pack.versionNo}</td>
                <td>{pack.replacedByName}</td>
                <td>{format.dayAndTime(pack.createdDttm)}</td>
                <td className="end">
                  <PackFiles id={pack.id} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function PackFiles({ id }: { readonly id: number }): ReactNode {
  const path = { id };
  return (
    <>
      <Button small onPress={() => void openFile('wealth/tax-pack/pdf/id/{id}', { path })}>
        PDF
      </Button>
      <Button small onPress={() => void saveFile('wealth/tax-pack/xlsx/id/{id}', { path })}>
        XLSX
      </Button>
    </>
  );
}

function IssuePack({ customer, year }: CustomerProps & { readonly year: number }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  if (!useMay('wealth.tax-pack.issue') || customer.id === undefined) return null;
  const body = { customerId: customer.id, y: year };
  const issue = async () => {
    const done = { touches: ['wealth/tax-pack'], asToast: true };
    const reply = await act.run(write('post', 'wealth/tax-pack/issue', { body }), done);
    if (reply === undefined) return;
    const isSame = reply.msgCode === 'TAX_PACK_UNCHANGED';
    notify(t(isSame ? 'pack.unchanged' : 'pack.done.CUSTOMER'));
  };
  return (
    <Button isPending={act.isPending} onPress={() => void issue()}>
      {t('pack.issue.one')}
    </Button>
  );
}
