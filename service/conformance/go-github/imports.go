package main

import "github.com/google/go-github/github"

type imported = *github.Import

func progress(client *github.Client, repo string) imported {
	return call("Migrations.ImportProgress", func() (imported, *github.Response, error) {
		return client.Migrations.ImportProgress(background, "acme", repo)
	})
}

func untilImport(repo, status string) {
	wait(map[string]interface{}{"repo": repo, "import": status})
}

// imports walks an import of a Subversion repository that wants a login, has two authors and one large file.
func imports(client *github.Client) {
	migrations := client.Migrations
	started := call("Migrations.StartImport", func() (imported, *github.Response, error) {
		return migrations.StartImport(background, "acme", "svn", &github.Import{VCS: github.String("subversion"), VCSURL: &at.SVN})
	})
	untilImport("svn", "auth_failed")
	asked := progress(client, "svn")
	updated := call("Migrations.UpdateImport", func() (imported, *github.Response, error) {
		return migrations.UpdateImport(background, "acme", "svn", &github.Import{VCSUsername: &at.SVNLogin, VCSPassword: &at.SVNSecret})
	})
	untilImport("svn", "complete")
	complete := progress(client, "svn")
	running := refused("Migrations.MapCommitAuthor", func() error {
		_, _, err := migrations.MapCommitAuthor(background, "acme", "svn", 999, &github.SourceImportAuthor{Name: github.String("x")})
		return err
	})
	authors := call("Migrations.CommitAuthors", func() ([]*github.SourceImportAuthor, *github.Response, error) {
		return migrations.CommitAuthors(background, "acme", "svn")
	})
	remote := map[string]string{}
	for _, author := range authors {
		remote[author.GetRemoteName()] = author.GetName() + " <" + author.GetEmail() + ">"
	}
	var first *github.SourceImportAuthor
	for _, author := range authors {
		if author.GetRemoteName() == "sally" {
			first = author
		}
	}
	mapped := call("Migrations.MapCommitAuthor", func() (*github.SourceImportAuthor, *github.Response, error) {
		return migrations.MapCommitAuthor(background, "acme", "svn", first.GetID(),
			&github.SourceImportAuthor{Name: github.String("Sally Doe"), Email: github.String("sally@example.org")})
	})
	large := call("Migrations.LargeFiles", func() ([]*github.LargeFile, *github.Response, error) {
		return migrations.LargeFiles(background, "acme", "svn")
	})
	preferred := call("Migrations.SetLFSPreference", func() (imported, *github.Response, error) {
		return migrations.SetLFSPreference(background, "acme", "svn", &github.Import{UseLFS: github.String("opt_in")})
	})
	untilImport("svn", "complete")
	again := call("Migrations.UpdateImport", func() (imported, *github.Response, error) {
		return migrations.UpdateImport(background, "acme", "svn", &github.Import{})
	})
	untilImport("svn", "complete")
	after := progress(client, "svn")
	seen["import"] = map[string]interface{}{
		"started": started.GetStatus() != "", "vcs": started.GetVCS(), "asked": asked.GetStatus(), "asked_message": asked.GetMessage(),
		"updated": updated.GetStatus() != "", "complete": complete.GetStatus(), "authors_count": complete.GetAuthorsCount(),
		"has_large_files": complete.GetHasLargeFiles(), "large_files_count": complete.GetLargeFilesCount(),
		"large_files_size": complete.GetLargeFilesSize(), "no_author": running, "authors": remote,
		"mapped": mapped.GetName() + " <" + mapped.GetEmail() + ">", "use_lfs": preferred.GetUseLFS(), "again": again.GetStatus() != "",
		"after": after.GetStatus(), "after_lfs": after.GetUseLFS(),
		"large": map[string]interface{}{"count": len(large), "path": large[0].GetPath(), "size": large[0].GetSize(), "ref": large[0].GetRefName(), "oid": large[0].GetOID()},
	}
	branches(client)
	sourceArchives(client)
}

// several imports from an address without saying what is there: the choices come back as Import, and one is sent back as it came.
func several(client *github.Client) {
	call("Migrations.StartImport", func() (imported, *github.Response, error) {
		return client.Migrations.StartImport(background, "acme", "several", &github.Import{VCSURL: &at.Several})
	})
	untilImport("several", "detection_found_multiple")
	found := progress(client, "several")
	var names []string
	var chosen imported
	for _, choice := range found.ProjectChoices {
		names = append(names, choice.GetVCS()+" "+choice.GetHumanName())
		if choice.GetHumanName() == "beta" {
			chosen = choice
		}
	}
	if chosen == nil {
		fail("the choices of an import", names)
	}
	call("Migrations.UpdateImport", func() (imported, *github.Response, error) {
		return client.Migrations.UpdateImport(background, "acme", "several", chosen)
	})
	untilImport("several", "complete")
	complete := progress(client, "several")
	cancelled := empty("Migrations.CancelImport", func() (*github.Response, error) {
		return client.Migrations.CancelImport(background, "acme", "several")
	})
	gone := refused("Migrations.ImportProgress", func() error {
		_, _, err := client.Migrations.ImportProgress(background, "acme", "several")
		return err
	})
	seen["several"] = map[string]interface{}{
		"status": found.GetStatus(), "choices": names, "complete": complete.GetStatus(), "authors_count": complete.GetAuthorsCount(),
		"cancelled": cancelled, "gone": gone,
	}
}
