import { Text } from '@mantine/core';
import { useServedRequests } from '../../api/settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { tenthsText } from '../../components/number-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { format } from '../../language/formats.ts';
import { locale, t } from '../../language/text.ts';
import classes from './served-requests.module.css';

const firstError = 400;

/** What programs asked the server, newest first. */
export function ServedRequests() {
  const requests = useServedRequests();
  if (requests.isPending) return <Waiting>{t('Reading the requests…')}</Waiting>;
  if (requests.isError) return <ErrorNotice error={requests.error} onRetry={() => void requests.refetch()} />;
  if (requests.data.length === 0)
    return <Text c="dimmed">{t('No program asked anything since Gantry was started.')}</Text>;
  return (
    <section
      className={classes.box}
      aria-label={t('List of requests')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid="served-requests"
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('Request')}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col" className={classes.wideOnly}>
              {t('Took')}
            </th>
            <th scope="col" className={classes.wideOnly}>
              {t('Account')}
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.data.map((request, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing names an entry; counted from the list's end it keeps its key.
            <tr key={`${request.at} ${requests.data.length - index}`}>
              <td>
                <time dateTime={request.at}>{time().format(new Date(request.at))}</time>
              </td>
              <td className={classes.path}>
                {request.method} {request.path}
              </td>
              <td data-error={request.status >= firstError || undefined}>{request.status}</td>
              <td className={classes.wideOnly}>
                {t('{milliseconds} ms', { milliseconds: tenthsText(request.milliseconds) })}
              </td>
              <td className={classes.wideOnly}>{request.account ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const time = format(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }));
