import drawing from '../../packaging/icon.svg';

/** The app's mark, as desktops show it. It says nothing that does not stand beside it. @param size in pixels */
export function Mark({ size }: { size: number }) {
  return <img src={drawing} width={size} height={size} alt="" draggable={false} style={{ flex: 'none' }} />;
}
