//! Volumes, and what may be written to them.

use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::rules::data::exposure_setting::Mounts;

/// Whether a volume is mounted anywhere for writing. Of one that nothing is seen to mount nobody can say that it is not.
pub(super) fn may_write(mounts: &Mounts, volume: Attr<'_, '_>, root: Attr<'_, '_>) -> Truth {
    let name = super::at(volume, &mounts.volume);
    let (mut is_mounted, mut is_written) = (Truth::False, Truth::False);
    for mount in mounts.lists.iter().flat_map(|list| root.at_path(list)) {
        let is_this = mount.get(&mounts.name).equals(name);
        let writes = !mount.get(&mounts.read_only).equals_bool(true);
        is_mounted = is_mounted.or(is_this);
        is_written = is_written.or(is_this.and(writes));
    }
    is_written.or(!is_mounted)
}
