import { Text } from '@mantine/core';
import { useServedRequests } from '../../api/settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Waiting } from '../../components/waiting.tsx';
import classes from './served-requests.module.css';

const firstError = 400;

/** What programs asked the server, newest first. */
export function ServedRequests() {
  const requests = useServedRequests();
  if (requests.isPending) return <Waiting>Reading the requests…</Waiting>;
  if (requests.isError) return <ErrorNotice error={requests.error} onRetry={() => void requests.refetch()} />;
  if (requests.data.length === 0) return <Text c="dimmed">No program asked anything since Gantry was started.</Text>;
  return (
    <section
      className={classes.box}
      aria-label="List of requests"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid="served-requests"
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Request</th>
            <th scope="col">Status</th>
            <th scope="col" className={classes.wideOnly}>
              Took
            </th>
            <th scope="col" className={classes.wideOnly}>
              Account
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.data.map((request, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing names an entry; counted from the list's end it keeps its key.
            <tr key={`${request.at} ${requests.data.length - index}`}>
              <td>
                <time dateTime={request.at}>{time.format(new Date(request.at))}</time>
              </td>
              <td className={classes.path}>
                {request.method} {request.path}
              </td>
              <td data-error={request.status >= firstError || undefined}>{request.status}</td>
              <td className={classes.wideOnly}>{request.milliseconds.toFixed(1)} ms</td>
              <td className={classes.wideOnly}>{request.account ?? 'none'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });
