package main

import (
	"errors"

	"github.com/google/go-github/github"
)

type migration = *github.Migration
type userMigration = *github.UserMigration

func untilExported(path string, id int64) {
	wait(map[string]interface{}{"exported": path + "/migrations/" + number(id)})
}

// organizationMigrations exports, downloads, unlocks and deletes.
func organizationMigrations(client *github.Client) {
	migrations := client.Migrations
	started := call("Migrations.StartMigration", func() (migration, *github.Response, error) {
		return migrations.StartMigration(background, "acme", []string{"acme/svn"}, &github.MigrationOptions{LockRepositories: true})
	})
	id := started.GetID()
	untilExported("/orgs/acme", id)
	status := call("Migrations.MigrationStatus", func() (migration, *github.Response, error) {
		return migrations.MigrationStatus(background, "acme", id)
	})
	list := call("Migrations.ListMigrations", func() ([]migration, *github.Response, error) {
		return migrations.ListMigrations(background, "acme", &github.ListOptions{PerPage: 1})
	})
	locked := refused("Repositories.Edit", func() error {
		_, _, err := client.Repositories.Edit(background, "acme", "svn", &github.Repository{Description: github.String("no")})
		return err
	})
	held := raw[[]repository]("GET orgs/migrations/repositories", client, "GET", "orgs/acme/migrations/"+number(id)+"/repositories", nil, wyandotte)
	link, err := migrations.MigrationArchiveURL(background, "acme", id)
	note[struct{}]("Migrations.MigrationArchiveURL", 1)
	if err != nil {
		fail("Migrations.MigrationArchiveURL", err)
	}
	archive := download("archive", link)
	unlock := func() (*github.Response, error) { return migrations.UnlockRepo(background, "acme", id, "svn") }
	unlocked := empty("Migrations.UnlockRepo", unlock)
	twice := refused("Migrations.UnlockRepo", errorOf(unlock))
	removal := func() (*github.Response, error) { return migrations.DeleteMigration(background, "acme", id) }
	removed := empty("Migrations.DeleteMigration", removal)
	gone := refused("Migrations.DeleteMigration", errorOf(removal))
	after := refused("Migrations.MigrationArchiveURL", func() error {
		_, err := migrations.MigrationArchiveURL(background, "acme", id)
		return err
	})
	seen["organization_migration"] = map[string]interface{}{
		"id": id, "started": started.GetState(), "locks": started.GetLockRepositories(), "exported": status.GetState(), "guid": len(status.GetGUID()),
		"repositories": status.Repositories[0].GetFullName(), "dated": status.GetCreatedAt(), "listed": list[0].GetID() == id, "locked": locked,
		"held": held[0].GetFullName(), "archive": archive, "unlocked": unlocked, "twice": twice, "removed": removed, "gone": gone, "after": after,
	}
}

// userMigrations does the same for the account.
func userMigrations(client *github.Client) {
	migrations := client.Migrations
	started := call("Migrations.StartUserMigration", func() (userMigration, *github.Response, error) {
		return migrations.StartUserMigration(background, []string{"ann/mine"}, &github.UserMigrationOptions{LockRepositories: true, ExcludeAttachments: true})
	})
	id := started.GetID()
	untilExported("/user", id)
	status := call("Migrations.UserMigrationStatus", func() (userMigration, *github.Response, error) {
		return migrations.UserMigrationStatus(background, id)
	})
	list := call("Migrations.ListUserMigrations", func() ([]userMigration, *github.Response, error) {
		return migrations.ListUserMigrations(background, nil)
	})
	held := raw[[]repository]("GET user/migrations/repositories", client, "GET", "user/migrations/"+number(id)+"/repositories", nil, wyandotte)
	link, err := migrations.UserMigrationArchiveURL(background, id)
	note[struct{}]("Migrations.UserMigrationArchiveURL", 1)
	if err != nil {
		fail("Migrations.UserMigrationArchiveURL", err)
	}
	archive := download("archive", link)
	unlocked := empty("Migrations.UnlockUserRepo", func() (*github.Response, error) { return migrations.UnlockUserRepo(background, id, "mine") })
	removed := empty("Migrations.DeleteUserMigration", func() (*github.Response, error) { return migrations.DeleteUserMigration(background, id) })
	none := refused("Migrations.StartUserMigration", func() error {
		_, _, err := migrations.StartUserMigration(background, []string{}, nil)
		return err
	})
	seen["user_migration"] = map[string]interface{}{
		"started": started.GetState(), "exported": status.GetState(), "excludes": status.GetExcludeAttachments(), "count": len(list),
		"held": held[0].GetFullName(), "archive": archive, "unlocked": unlocked, "removed": removed, "none": none,
	}
}

func errorOf(do func() (*github.Response, error)) func() error {
	return func() error {
		if _, err := do(); err != nil {
			return err
		}
		return errors.New("it was done once more")
	}
}

// endings removes what was made.
func endings(client *github.Client) {
	cancelled := empty("Migrations.CancelImport", func() (*github.Response, error) {
		return client.Migrations.CancelImport(background, "acme", "svn")
	})
	removed := empty("Repositories.Delete", func() (*github.Response, error) {
		return client.Repositories.Delete(background, "acme", "svn")
	})
	seen["endings"] = []int{cancelled, removed}
}
